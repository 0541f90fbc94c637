import { branded } from './brand';
import { PALETTES } from './tokens';

it('leaves our own palette as it is where a portal says nothing', () => {
  expect(branded(PALETTES.dark)).toEqual(PALETTES.dark);
});

it('makes of one primary colour all that stands for it, darker under the pointer, faint behind what is chosen', () => {
  expect(branded(PALETTES.light, { primary: '#8a3b12' })).toMatchObject({
    fill: '#8a3b12',
    link: '#8a3b12',
    fillHover: '#793410',
    fillActive: '#692d0e',
    tint: '#f3ebe7',
    text: PALETTES.light.text,
  });
});

it('lifts words and marks of a primary colour that would vanish in the dark; what lies under white stays', () => {
  const dark = branded(PALETTES.dark, { primary: '#8a3b12' });
  expect(dark).toMatchObject({ fill: '#8a3b12', mark: '#985533', link: '#af8069', infoEdge: '#3a241b' });
  expect(branded(PALETTES.light, { primary: '#ffe600' })).toMatchObject({ fill: '#ffe600', link: '#797119' });
  expect(branded(PALETTES.dark, { primary: '#8a3b12', link: '#8a3b12' }).link).toBe('#8a3b12');
});

it('takes a link colour and surfaces by themselves', () => {
  const palette = branded(PALETTES.dark, { primary: '#ffffff', link: '#00ff00', surface: '#111111' });
  expect(palette).toMatchObject({ link: '#00ff00', surface: '#111111', raised: '#111111', tint: '#292929' });
});
