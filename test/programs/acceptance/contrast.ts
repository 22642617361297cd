/** The result of the script below. */
export interface LeastContrast {
  /** Contrast ratio from 1 to 21, as defined in WCAG 2.2. */
  readonly contrast: number;
  /** Name of the element with the text. */
  readonly element: string;
  /** Background color of the page. */
  readonly paper: string;
}

/**
 * A script for the page. It returns the lowest contrast of any visible text with its background.
 */
export const leastContrast = `(() => {
  const channels = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const luminance = (color) => {
    const [red, green, blue] = channels(color).slice(0, 3).map((channel) => channel / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const paperUnder = (element) => {
    if (!element) return 'rgb(255, 255, 255)';
    const color = getComputedStyle(element).backgroundColor;
    return channels(color)[3] === 0 ? paperUnder(element.parentElement) : color;
  };
  let least = { contrast: 21, element: '', paper: paperUnder(document.body) };
  for (const element of document.body.querySelectorAll('*')) {
    const bearsText = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue.trim());
    if (!bearsText || !element.checkVisibility()) continue;
    const [low, high] = [getComputedStyle(element).color, paperUnder(element)]
      .map(luminance).sort((a, b) => a - b);
    const contrast = (high + 0.05) / (low + 0.05);
    if (contrast < least.contrast) least = { ...least, contrast, element: element.tagName };
  }
  return least;
})()`;
