/** Plain names for the shell's scripts; they change with every save, so they have no hash to hold them to. */
export function shellFromHere(page: string): string {
  return page.replace(
    /\/assets\/(react|signin|console)\.[0-9a-f]+\.js(" integrity="[^"]*")?/g,
    (_match, name: string, integrity?: string) => `/assets/${name}.js${integrity === undefined ? '' : '"'}`,
  );
}
