import { act, render, screen } from '@testing-library/react';
import { Button, Dropdown, Modal } from '../core';
import { UiProvider } from './UiProvider';

const PROPERTIES = [
  ...[
    'display',
    'visibility',
    'opacity',
    'pointer-events',
    'content',
    'position',
    'z-index',
    'width',
    'height',
  ],
  ...[
    'overflow',
    'overflow-x',
    'margin',
    'margin-left',
    'padding-top',
    'border-top-width',
    'row-gap',
    'font-size',
  ],
  ...[
    'color',
    'background-color',
    'border',
    'border-top',
    'transition',
    'white-space',
    '--ant-color-primary',
  ],
];

/** jsdom's own implementation, which an iframe still has; the test environment replaces it with a faster one. */
function ownAnswers(): (element: Element) => CSSStyleDeclaration {
  const frame = document.createElement('iframe');
  document.documentElement.append(frame);
  const inner = frame.contentWindow;
  if (inner === null) throw new Error('no inner page');
  return (element) => inner.getComputedStyle(element);
}

/** Differences found, and how many hidden elements were compared, so that a page without styles would be noticed. */
function compare() {
  const own = ownAnswers();
  const differences: string[] = [];
  const seen = new Set<string>();
  for (const element of document.body.querySelectorAll('*')) {
    const ours = getComputedStyle(element);
    const theirs = own(element);
    for (const property of PROPERTIES) {
      const value = ours.getPropertyValue(property);
      seen.add(`${property}: ${value}`);
      const expected = theirs.getPropertyValue(property);
      if (value !== expected) differences.push(`${element.outerHTML} ${property} ${value} ≠ ${expected}`);
    }
    for (const name of [
      'pointerEvents',
      'display',
      'overflowX',
      'borderTopWidth',
      'color',
      'cssText',
    ] as const)
      if (ours[name] !== theirs[name]) differences.push(`${element.outerHTML} ${name}`);
  }
  return { differences, seen: [...seen] };
}

describe('the computed style in tests', () => {
  it("equals jsdom's for every element of a page full of components", async () => {
    render(
      <UiProvider locale="zh-CN" theme="light">
        <Dropdown open menu={{ items: [{ key: 'x', label: 'X' }] }}>
          <Button disabled loading>
            more
          </Button>
        </Dropdown>
        <Modal open={false} forceRender title="closed">
          inside
        </Modal>
      </UiProvider>,
    );
    await act(async () => {});
    expect(screen.getByText('X')).toBeDefined();
    const { differences, seen } = compare();
    expect(differences).toEqual([]);
    expect(seen).toEqual(expect.arrayContaining(['display: none', 'display: flex', 'pointer-events: none']));
  });

  it('follows order, lists, inheritance, inline styles and later changes of a sheet as jsdom does', () => {
    const style = document.createElement('style');
    style.textContent = `
      .a { display: flex } .b, p > .c { display: none; opacity: 0.5 } .a.b { opacity: nonsense }
      :where(.x) .d { visibility: hidden } .e:not(.f, [title="a, .g"]) { display: grid }
      .h { visibility: visible; pointer-events: none !important } .i { display: unset }
      @media screen { .j { display: none } } @media (min-width: 1px) { .k { display: none } }
      .l::before { content: 'x' } .m\\:n { display: none } [data-o] { display: inline-flex } .p:is(.q, b) { display: none }
      .c { scrollbar-color: red blue }
      .a { margin: 1px 2px; border: 1px solid red; overflow: hidden } .b { margin-left: 3px; overflow-x: auto; margin: unset }
      .broken( { display: none } .r, .s:unheard-of { display: none }`;
    document.head.append(style);
    const names = 'a|b|a b|c|d|e|e f|h|i|a i|j|k|l|m:n|p|p q|r|s'.split('|');
    const inner = names.map((name) => `<i class="${name}"><b>t</b></i>`).join('');
    document.body.innerHTML = `<p class="x" hidden style="pointer-events: auto">${inner}<u data-o style="display: block"></u></p>
      <div class="x">${inner}<svg class="b"><g class="c" /></svg><input type="hidden"><details><i>t</i></details></div>`;
    expect(compare().differences).toEqual([]);
    style.textContent = '.e { display: none }';
    expect(compare().differences).toEqual([]);
    expect(getComputedStyle(document.querySelector('.e') ?? document.body).display).toBe('none');
    style.sheet?.insertRule('.e { display: flex }', 1);
    expect(compare().differences).toEqual([]);
  });
});
