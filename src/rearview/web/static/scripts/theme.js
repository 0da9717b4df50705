// Light, dark, or the system's theme.
import { keepSettings, settings } from "./storage.js";

const isDarkSystem = () => matchMedia("(prefers-color-scheme: dark)").matches;

export function applyTheme() {
  if (settings.theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}

// Toggle between light and dark; "system" if that gives the wanted one.
export function toggleTheme() {
  const isDark = settings.theme === "dark" || (settings.theme === "system" && isDarkSystem());
  const wanted = isDark ? "light" : "dark";
  keepSettings({ theme: (wanted === "dark") === isDarkSystem() ? "system" : wanted });
  applyTheme();
}
