// Commands to the server. A refused command throws an ApiError with a message for the player.

export class ApiError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status; // 0 when the server did not answer.
  }
}

export async function get(path) {
  return answer(fetch(path));
}

export async function post(path, body) {
  return answer(fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }));
}

async function answer(request) {
  let response;
  try {
    response = await request;
  } catch {
    throw new ApiError("rearview does not answer. Is it still running?", 0);
  }
  const data = await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(data.error ?? `the server says ${response.status}`, response.status);
  return data;
}
