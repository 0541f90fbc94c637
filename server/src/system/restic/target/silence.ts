import { Refusal } from '../../refusal';

export interface Listening extends Disposable {
  /** Aborted with `target-silent` once nothing has come or gone for as long. */
  readonly signal: AbortSignal;
  readonly heard: () => void;
}

/** Whoever sends nothing and takes nothing for this long, ms, is given up: it would be waited for without end. */
export function endsInSilence(ms: number): Listening {
  const silent = new AbortController();
  const minutes = Math.ceil(ms / 60_000);
  const timer = setTimeout(() => silent.abort(new Refusal('target-silent', { values: { minutes } })), ms);
  return {
    signal: silent.signal,
    heard: () => void timer.refresh(),
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
