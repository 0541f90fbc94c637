/**
 * Some parts of antd create style elements without the nonce they were given; the policy would refuse them. Every style
 * element created by script gets the page's nonce. Scripts are left alone.
 */
export function nonceStyles(nonce: string): void {
  if (nonce === '') return;
  const create = document.createElement.bind(document) as typeof document.createElement;
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = create(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  }) as typeof document.createElement;
}
