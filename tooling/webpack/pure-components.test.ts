import { transformSync } from '@swc/core';
import pureComponents from './pure-components.cjs';

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

const minified = transformSync(pureComponents(LIBRARY), {
  jsc: {
    target: 'es2022',
    minify: { compress: { module: true, toplevel: true, passes: 4 }, mangle: false },
  },
  minify: true,
  isModule: true,
}).code;

it('drops unused components, styles and panels', () => {
  expect(minified).not.toMatch(/nused/);
});

it('keeps a used one', () => {
  expect(minified).toContain('createContext(null)');
});
