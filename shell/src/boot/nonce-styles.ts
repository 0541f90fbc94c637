/**
 * Some parts of antd create style elements without the nonce they were given; the policy would refuse them. Every style
 * element created by script gets the page's nonce. Scripts are left alone.
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
