import { withBrandColours } from './brand';
import { PALETTES } from './tokens';

it('leaves our own palette unchanged when a portal sets nothing', () => {
  expect(withBrandColours(PALETTES.dark)).toEqual(PALETTES.dark);
});

it("derives every shade of a portal's primary colour: darker under the pointer, faint behind a selected entry", () => {
  expect(withBrandColours(PALETTES.light, { primary: '#8a3b12' })).toMatchObject({
    fill: '#8a3b12',
    link: '#8a3b12',
    fillHover: '#793410',
    fillActive: '#692d0e',
    tint: '#f3ebe7',
    text: PALETTES.light.text,
  });
});

it('lightens words and marks of a primary colour that would vanish on dark pages, but not backgrounds of white text', () => {
  const dark = withBrandColours(PALETTES.dark, { primary: '#8a3b12' });
  expect(dark).toMatchObject({ fill: '#8a3b12', mark: '#985533', link: '#af8069', infoEdge: '#3a241b' });
  expect(withBrandColours(PALETTES.light, { primary: '#ffe600' })).toMatchObject({
    fill: '#ffe600',
    link: '#797119',
  });
  expect(withBrandColours(PALETTES.dark, { primary: '#8a3b12', link: '#8a3b12' }).link).toBe('#8a3b12');
});

it('accepts a link colour and surfaces without a primary colour', () => {
  const palette = withBrandColours(PALETTES.dark, {
    primary: '#ffffff',
    link: '#00ff00',
    surface: '#111111',
  });
  expect(palette).toMatchObject({ link: '#00ff00', surface: '#111111', raised: '#111111', tint: '#292929' });
});
