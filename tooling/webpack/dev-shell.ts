/** Rewrites the addresses of the shell's scripts to plain names without a hash, since they change with every save. */
export function shellFromHere(page: string): string {
  return page.replace(
    /\/assets\/(react|signin|console)\.[0-9a-f]+\.js(" integrity="[^"]*")?/g,
    (_match, name: string, integrity?: string) => `/assets/${name}.js${integrity === undefined ? '' : '"'}`,
  );
}
