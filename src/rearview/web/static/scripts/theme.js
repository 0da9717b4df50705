// Light, dark, or as the system has it.
import { keepSettings, settings } from "./storage.js";

const isDarkSystem = () => matchMedia("(prefers-color-scheme: dark)").matches;

export function applyTheme() {
  if (settings.theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}

// To the other one than is seen; back to the system's own when that is the same.
export function toggleTheme() {
  const isDark = settings.theme === "dark" || (settings.theme === "system" && isDarkSystem());
  const wanted = isDark ? "light" : "dark";
  keepSettings({ theme: (wanted === "dark") === isDarkSystem() ? "system" : wanted });
  applyTheme();
}
