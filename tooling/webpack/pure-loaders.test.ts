import { transformSync } from '@swc/core';
import pureComponents from './pure-components.cjs';
import pureDefinitions from './pure-definitions.cjs';

const minified = (source: string): string =>
  transformSync(source, {
    jsc: {
      target: 'es2022',
      minify: { compress: { module: true, toplevel: true, passes: 4 }, mangle: false },
    },
    minify: true,
    isModule: true,
  }).code;

const CONTRACT = `
import { z, defineCall } from './elsewhere';
const Id = z.object({ id: z.coerce.number() });
const body = z.object({ name: z.string() });
export const kept = defineCall({ path: '/kept', summary: 'Words for the description', params: Id, body, reply: z.string() });
const unused = defineCall({ path: '/unused', summary: 'More words', reply: z.object({ a: z.string() }) });
const Other = z.object({ unused });
`;

it('drops an unused definition and everything that only it used', () => {
  expect(minified(pureDefinitions(CONTRACT))).not.toContain('/unused');
});

it('keeps the fields of a used definition that a page reads, without summary and schemas', () => {
  const code = minified(pureDefinitions(CONTRACT));
  expect(code).toMatch(/path:"\/kept"/);
  // Only the existence of a body decides the form.
  expect(code).toMatch(/body:(?:true|!0)/);
  expect(code).not.toMatch(/coerce|string\(|Words for the description/);
});

const LIBRARY = `
import * as React10 from 'react';
var Used = React10.createContext(null);
Used.displayName = "Used";
var Unused = React10.forwardRef(
  function Unused(props, ref) { return render('the unused component', ref); }
);
Unused.displayName = "Unused";
const useUnusedStyle = genStyleHooks('Unused', () => ({}));
const UnusedPanel = genPurePanel(Used);
Used._InternalPanelDoNotUseOrYouWillBeFired = UnusedPanel;
export { Used };
`;

it('drops unused components, styles and panels', () => {
  expect(minified(pureComponents(LIBRARY))).not.toMatch(/nused/);
});

it('keeps a used context', () => {
  expect(minified(pureComponents(LIBRARY))).toContain('createContext(null)');
});
