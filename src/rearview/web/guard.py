"""`Guard`: access control, and the security headers of every answer.

A page of another site can make a browser send requests to this server. Three things stop it:

- Host must be a loopback name; with a token, also an IP address or this machine's name. This
  prevents DNS rebinding.
- Origin, where there is one, must be this server: against posts across sites. Browsers that say
  where a request comes from (Sec-Fetch-Site) are believed, too; following a link is allowed.
- Beyond loopback, a token is needed. It comes once in the address, and then in a cookie.
"""

from __future__ import annotations

import ipaddress
import secrets
import socket
from collections.abc import MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        # Text can never become markup, whatever a script does.
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
_HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_LOOPBACK_NAMES = frozenset(("localhost", "127.0.0.1", "[::1]"))


class Guard:
    """ASGI middleware that passes only allowed requests on."""

    def __init__(self, app: ASGIApp, port: int, token: str | None = None) -> None:
        """With a token, the server is also reachable from other machines."""
        self._app = app
        self._port = port
        self._token = token
        self._cookie = f"rearview-{port}"
        self._names = set(_LOOPBACK_NAMES)
        if token is not None:
            own = socket.gethostname().lower()
            self._names |= {own, f"{own}.local"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":  # There are no WebSockets here.
            await send({"type": "websocket.close", "code": 1008})
            return
        await (self._refuse(scope) or self._app)(scope, receive, _with_headers(send))

    def _refuse(self, scope: Scope) -> Response | None:
        """The error or redirect that ends a request here; None to pass it on."""
        headers = Headers(scope=scope)
        if not self._is_own_name(headers.get("host", "")):
            return _error(403, "this address is not served here: use the one that was printed")
        if not _comes_from_here(scope, headers):
            return _error(403, "requests from pages of other sites are refused")
        return self._ask_for_token(scope, headers)

    def _is_own_name(self, host: str) -> bool:
        name, _, port = host.lower().rpartition(":") if _has_port(host) else (host.lower(), "", "")
        if (int(port) if port else 80) != self._port:
            return False
        return name in self._names or (self._token is not None and _is_address(name))

    def _ask_for_token(self, scope: Scope, headers: Headers) -> Response | None:
        if self._token is None:
            return None
        given = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [""])[0]
        if _is_same(given, self._token):
            answer = RedirectResponse(scope["path"], status_code=303)
            answer.set_cookie(self._cookie, self._token, httponly=True, samesite="strict")
            return answer
        if _is_same(_cookie_of(headers, self._cookie), self._token):
            return None
        return _error(401, "a token is needed: open the address that rearview web has printed")


def _has_port(host: str) -> bool:
    return host.rpartition(":")[2].isdecimal() and len(host.rpartition(":")[2]) <= 5


def _is_address(name: str) -> bool:
    """Whether it is an IP address, not a name, which DNS could point elsewhere."""
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def _comes_from_here(scope: Scope, headers: Headers) -> bool:
    origin = headers.get("origin")
    if origin is not None and origin.lower() != f"{scope['scheme']}://{headers['host'].lower()}":
        return False
    site = headers.get("sec-fetch-site", "same-origin")
    follows_link = headers.get("sec-fetch-mode") == "navigate" and scope["method"] == "GET"
    return site in ("same-origin", "none") or follows_link


def _cookie_of(headers: Headers, name: str) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return ""
    return found.value if found else ""


def _is_same(given: str, token: str) -> bool:
    return secrets.compare_digest(given.encode(), token.encode())


def _error(status: int, message: str) -> Response:
    return JSONResponse({"error": message}, status)


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message | MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers[name] = value
            headers.setdefault("Cache-Control", "no-cache")
        await send(message)

    return send_with_headers
