/**
 * Use it on the path of every request: calls `next` synchronously if the value is not a promise. Most calls
 * find all they need in memory, and a promise at each step costs more than the step itself.
 */
export function whenReady<Value, Next>(
  value: Value | Promise<Value>,
  next: (value: Value) => Next | Promise<Next>,
): Next | Promise<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
