// What the icons of every page need.
export const SVG = "http://www.w3.org/2000/svg";
