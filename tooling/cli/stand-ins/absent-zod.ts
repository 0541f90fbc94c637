/**
 * Stands in for zod in the pages' scripts. Schemas of the contract run on the server, which checks requests and replies
 * (the client must accept additions of a newer server); a page uses only method, path and form of a call. zod and the
 * schemas would be 25 kB in the console and again in every remote. Building a schema here gives an inert value; running
 * one is a mistake and throws at once.
 */
const RUNS = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync']);

function refuse(): never {
  throw new Error('schemas run on the server: import from "zod/v4" where a page must check something itself');
}

const inert: unknown = new Proxy(() => undefined, {
  get: (_target, name) => (typeof name === 'string' && RUNS.has(name) ? refuse : inert),
  apply: () => inert,
});

export const z = inert;
