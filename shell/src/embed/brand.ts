import type { Brand } from '@sitedeck/sdk';
import { useEffect, useMemo, useState } from 'react';

/** Theming variables that a portal may set on the element or above it, and the brand property each one sets. */
const COLORS = {
  '--sitedeck-primary': 'primary',
  '--sitedeck-link': 'link',
  '--sitedeck-background': 'background',
  '--sitedeck-surface': 'surface',
  '--sitedeck-text': 'text',
  '--sitedeck-line': 'line',
} as const;

/** Converts any colour that the browser understands to `#rrggbb`: the kit's arithmetic knows only a few forms. */
function colorOf(value: string): string | undefined {
  if (value === '' || !CSS.supports('color', value)) return undefined;
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!context) return undefined;
  context.fillStyle = value;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function lengthOf(value: string): number | undefined {
  const [, pixels] = /^(\d{1,2}(?:\.\d+)?)(?:px)?$/.exec(value) ?? [];
  return pixels === undefined ? undefined : Number(pixels);
}

export function readBrand(element: Element): Brand {
  const style = getComputedStyle(element);
  const value = (name: string) => style.getPropertyValue(name).trim();
  const colors = Object.entries(COLORS).flatMap(([name, role]) => {
    const color = colorOf(value(name));
    return color === undefined ? [] : [[role, color] as const];
  });
  const radius = lengthOf(value('--sitedeck-radius'));
  const font = value('--sitedeck-font-family');
  return {
    ...Object.fromEntries(colors),
    ...(radius !== undefined && { radius }),
    // The value goes into a CSS rule, so it must not contain characters that end one.
    ...(font !== '' && !/[{};<>]/.test(font) && { font }),
  };
}

/** A portal changes its theme by a class or a style on an ancestor; no event reports changed variables. */
function useThemeChanges(element: Element): number {
  const [turns, setTurns] = useState(0);
  useEffect(() => {
    const observer = new MutationObserver(() => setTurns((count) => count + 1));
    const watched = { attributes: true, attributeFilter: ['class', 'style', 'data-theme'] };
    for (const one of [document.documentElement, document.body, element]) observer.observe(one, watched);
    return () => observer.disconnect();
  }, [element]);
  return turns;
}

/** The portal's brand, read again whenever it may have changed. `version` counts the portal's own updates. */
export function useBrand(element: Element, version: number): Brand {
  const turns = useThemeChanges(element);
  const words = useMemo(
    () => JSON.stringify(readBrand(element)),
    // oxlint-disable-next-line react/exhaustive-deps -- they stand for the page's style
    [element, version, turns],
  );
  return useMemo(() => JSON.parse(words) as Brand, [words]);
}
