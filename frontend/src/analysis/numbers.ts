// Numbers as people read them.

export function percent(share: number): string {
  return `${Math.round(100 * share)}%`;
}

export function number(value: number): string {
  const minus = value < 0 ? "−" : "";
  const size = Math.abs(value);
  if (Number.isInteger(value)) return minus + size.toLocaleString();
  return minus + (size >= 100 ? size.toFixed(0) : size >= 10 ? size.toFixed(1) : size.toFixed(2));
}
