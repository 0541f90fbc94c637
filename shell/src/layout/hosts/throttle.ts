/** Runs at once, then at most every `ms`; calls in between run once at the end of that time. */
export function throttled(
  run: () => void,
  ms: number,
): { readonly call: () => void; readonly stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting = false;
  const rest = () => {
    timer = undefined;
    if (!waiting) return;
    waiting = false;
    go();
  };
  const go = () => {
    timer = setTimeout(rest, ms);
    run();
  };
  return {
    call: () => {
      if (timer === undefined) go();
      else waiting = true;
    },
    stop: () => clearTimeout(timer),
  };
}
