// Elements without markup: text is always text, wherever it comes from.

const SVG = "http://www.w3.org/2000/svg";

export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function icon(name) {
  const image = svg("svg", { class: `icon icon-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" });
  for (const d of ICONS[name]) image.append(svg("path", { d }));
  return image;
}

// An icon alone needs an accessible name for screen readers; the title shows it to the others.
export function iconButton(name, label, onclick, attributes = {}) {
  return h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick, ...attributes }, icon(name));
}

export function button(label, onclick, { kind = "", iconName = null, ...attributes } = {}) {
  const image = iconName ? icon(iconName) : null;
  return h("button", { type: "button", class: `button ${kind}`, onclick, ...attributes }, image, h("span", {}, label));
}

export function counted(count, thing) {
  const many = /(ch|s|sh|x)$/.test(thing) ? `${thing}es` : `${thing}s`;
  return `${count.toLocaleString("en")} ${count === 1 ? thing : many}`;
}

// Scroll the element into view, as on a phone, where not everything fits.
export function bringIntoSight(element) {
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
  element.scrollIntoView({ block: "nearest", behavior });
}

const ICONS = {
  undo: ["M9 7 4 12l5 5", "M4 12h10a6 6 0 0 1 6 6"],
  redo: ["m15 7 5 5-5 5", "M20 12H10a6 6 0 0 0-6 6"],
  restart: ["M4 5v5h5", "M4.600 10A8 8 0 1 1 4 13.500"],
  hint: ["M9.500 18h5", "M10 21h4", "M12 3a6 6 0 0 0-3.500 10.900c.6.5 1 1.200 1 2.100h5c0-.9.4-1.600 1-2.100A6 6 0 0 0 12 3z"],
  solve: ["m5 19 9-9", "m14 4 .9 2.600L17.500 7.500l-2.600.9L14 11l-.9-2.600-2.600-.9 2.600-.9z", "m19 13 .5 1.500 1.500.5-1.500.5-.5 1.500-.5-1.500-1.500-.5 1.500-.5z"],
  more: ["M5.500 12h.01", "M12 12h.01", "M18.500 12h.01"],
  left: ["m14 6-6 6 6 6"],
  right: ["m10 6 6 6-6 6"],
  play: ["M8 5v14l11-7z"],
  pause: ["M9 5v14", "M15 5v14"],
  first: ["M6 5v14", "m18 6-8 6 8 6z"],
  last: ["M18 5v14", "m6 6 8 6-8 6z"],
  help: ["M9.200 9.300a2.900 2.900 0 1 1 4.200 2.600c-.9.5-1.400 1.100-1.400 2.100", "M12 17.500h.01", "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z"],
  theme: ["M20 14.500A8.200 8.200 0 0 1 9.500 4a8.200 8.200 0 1 0 10.500 10.500z"],
  share: ["M12 15V4", "m8 7.500 4-4 4 4", "M5 12v7h14v-7"],
  copy: ["M9 9h11v11H9z", "M5 15H4V4h11v1"],
  download: ["M12 4v11", "m8 11.500 4 4 4-4", "M5 20h14"],
  open: ["M4 7v12h16V9h-9l-2-2z"],
  settings: ["M4 7h9", "M17 7h3", "M15 5v4", "M4 17h3", "M11 17h9", "M9 15v4"],
  stop: ["M7 7h10v10H7z"],
  pin: ["M9 4h6l-1 6 3 3H7l3-3z", "M12 13v7"],
  draw: ["M4 20l1-4L16 5l3 3L8 19z", "m14 7 3 3"],
  check: ["m5 12.500 4.500 4.500L19 7"],
  close: ["m7 7 10 10", "m17 7-10 10"],
  warning: ["M12 4 2.800 19.500h18.400z", "M12 10v4.500", "M12 17.200h.01"],
  rotate: ["M20 5v5h-5", "M19.400 10A8 8 0 1 0 20 13.500"],
  mirror: ["M12 3v18", "M9 7 4 17h5z", "m15 7 5 10h-5z"],
  bucket: ["m5 11 7-7 7 7-7 7z", "M5 11h14", "M20 15.500c1 1.400 1.500 2.200 1.500 3a1.500 1.500 0 0 1-3 0c0-.8.5-1.600 1.500-3z"],
  crop: ["M7 3v14h14", "M3 7h14v14"],
  trash: ["M5 7h14", "M10 7V4h4v3", "m7 7 1 13h8l1-13"],
  eye: ["M2.500 12S6 6 12 6s9.500 6 9.500 6-3.500 6-9.500 6-9.500-6-9.500-6z", "M12 14.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z"],
};
