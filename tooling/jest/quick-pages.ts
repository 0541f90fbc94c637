import { createRequire } from 'node:module';
import { join } from 'node:path';

interface React {
  readonly __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object;
}

/** How many components use a style, and the style. */
type UsedStyle = readonly [times: number, style: unknown];

interface StyleCache {
  opUpdate: (key: string, change: (held: UsedStyle | undefined) => UsedStyle | null) => void;
}

// Only tests that render load these libraries: loading them in the others would slow them down.
const { testPath = '' } = expect.getState();
if (testPath.endsWith('.tsx')) {
  skipOwnerStacks(createRequire(testPath)('react') as React);
  const fromKit = createRequire(join(__dirname, '../../shared/ui/package.json'));
  keepStyles(fromKit('@ant-design/cssinjs') as { createCache: () => StyleCache });
}

/**
 * React's development build captures a stack for each element, up to 10,000 a second, which takes a tenth of the time
 * of these tests. This makes React believe that it has already captured so many.
 */
function skipOwnerStacks(react: React): void {
  Object.defineProperty(
    react.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE,
    'recentlyCreatedOwnerStacks',
    { get: () => Infinity, set() {} },
  );
}

/**
 * Counts one user more of each style of antd, so that the styles outlive the page of a test: making them again for
 * each test of a file takes a twentieth of the time.
 */
function keepStyles({ createCache }: { readonly createCache: () => StyleCache }): void {
  const prototype = Object.getPrototypeOf(createCache()) as StyleCache;
  const { opUpdate } = prototype;
  prototype.opUpdate = function update(key, change) {
    opUpdate.call(this, key, (held) => {
      const next = change(held);
      return held === undefined && next !== null ? [next[0] + 1, next[1]] : next;
    });
  };
}
