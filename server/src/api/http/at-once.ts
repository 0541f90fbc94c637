/**
 * Goes on at once where there is nothing to wait for. Most calls find all they need in memory, and a promise at each
 * of their steps costs more than the steps.
 */
export function atOnce<Value, Next>(
  value: Value | Promise<Value>,
  next: (value: Value) => Next | Promise<Next>,
): Next | Promise<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
