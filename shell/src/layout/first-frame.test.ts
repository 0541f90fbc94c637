import { PALETTES, SIZE } from '@sitedeck/ui/tokens';
import { firstFrame, firstFrameStyle } from './first-frame';

it('shows header, menu column and brand before any script has come, in the colours of the theme', () => {
  document.head.innerHTML = `<style>${firstFrameStyle}</style>`;
  document.body.innerHTML = firstFrame;
  expect(document.body.textContent).toBe('SiteDeck');
  const brand = getComputedStyle(document.querySelector('.ff-brand') ?? document.body);
  expect(brand.height).toBe(`${String(SIZE.header)}px`);
  expect(firstFrameStyle).toContain(PALETTES.dark.page);
  // The style stays in the page: what it set for all would be the console's too.
  expect(firstFrameStyle.match(/body\{[^}]*\}/g)).toEqual(['body{margin:0;background:var(--ff-page)}']);
});

it('is out of the way of a screen reader: it says nothing that the console will not say', () => {
  document.body.innerHTML = firstFrame;
  expect(document.querySelector('.ff')?.getAttribute('aria-hidden')).toBe('true');
});
