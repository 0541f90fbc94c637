import { PALETTES, SIZE } from '@sitedeck/ui/tokens';
import { firstFrame, firstFrameStyle } from './first-frame';

it('shows header, menu column and brand before any script has loaded, in the colours of the theme', () => {
  document.head.innerHTML = `<style>${firstFrameStyle}</style>`;
  document.body.innerHTML = firstFrame;
  expect(document.body.textContent).toBe('SiteDeck');
  const brand = getComputedStyle(document.querySelector('.ff-brand') ?? document.body);
  expect(brand.height).toBe(`${String(SIZE.header)}px`);
  expect(firstFrameStyle).toContain(PALETTES.dark.page);
  // The style stays in the page, so global rules would affect the console too.
  expect(firstFrameStyle.match(/body\{[^}]*\}/g)).toEqual(['body{margin:0;background:var(--ff-page)}']);
});

it('hides the frame from screen readers: the console announces the same', () => {
  document.body.innerHTML = firstFrame;
  expect(document.querySelector('.ff')?.getAttribute('aria-hidden')).toBe('true');
});
