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

it('takes a link colour and surfaces by themselves', () => {
  const palette = branded(PALETTES.dark, { primary: '#ffffff', link: '#00ff00', surface: '#111111' });
  expect(palette).toMatchObject({ link: '#00ff00', surface: '#111111', raised: '#111111', tint: '#292929' });
});
