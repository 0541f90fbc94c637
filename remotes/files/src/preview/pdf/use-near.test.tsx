import { act, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { useNear } from './use-near';

type Callback = (crossings: readonly { isIntersecting: boolean }[]) => void;

function Place() {
  const place = useRef<HTMLDivElement>(null);
  return <div ref={place}>{useNear(place) ? 'near' : 'far'}</div>;
}

// jsdom has no layout and no observer; e2e tests use the browser's.
let report: Callback;
const own = Object.getOwnPropertyDescriptor(globalThis, 'IntersectionObserver');
beforeEach(() => {
  Object.defineProperty(globalThis, 'IntersectionObserver', {
    configurable: true,
    value: class {
      constructor(callback: Callback) {
        report = callback;
      }
      observe() {}
      disconnect() {}
    },
  });
});
afterEach(() => {
  if (own) Object.defineProperty(globalThis, 'IntersectionObserver', own);
  else Reflect.deleteProperty(globalThis, 'IntersectionObserver');
});

describe('element near the visible part', () => {
  it.each([
    ['far', [{ isIntersecting: true }, { isIntersecting: false }]],
    ['near', [{ isIntersecting: false }, { isIntersecting: true }]],
  ])('is %s if the last of several simultaneous reports says so', (is, crossings) => {
    render(<Place />);
    act(() => report(crossings));
    expect(screen.getByText(is)).not.toBeNull();
  });
});
