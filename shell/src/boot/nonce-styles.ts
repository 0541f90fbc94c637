/**
 * Some components of antd create style elements without the nonce they were given, and the policy would refuse
 * them. This gives the page's nonce to every style element created by script, not to scripts.
 */
export function nonceStyles(nonce: string): void {
  if (nonce === '') return;
  const create = Reflect.get(document, 'createElement') as (name: string, options?: unknown) => HTMLElement;
  Object.assign(document, {
    createElement: (...given: Parameters<typeof create>) => {
      const element = Reflect.apply(create, document, given);
      if (element instanceof HTMLStyleElement) element.nonce = nonce;
      return element;
    },
  });
}
