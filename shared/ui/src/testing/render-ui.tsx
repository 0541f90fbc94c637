import type { Locale } from '@sitedeck/contract';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { UiProvider } from '../provider/UiProvider';

/** Shows a part of the kit in its provider, and a person in front of it. */
export function renderUi(part: ReactNode, locale: Locale = 'zh-CN') {
  const user = userEvent.setup();
  const shown = render(
    <UiProvider locale={locale} theme="light">
      {part}
    </UiProvider>,
  );
  return { user, ...shown };
}

/** jsdom lays nothing out and paints nothing: a real browser checks these, the palette's own test the colours. */
const NEEDS_A_CANVAS = {
  'color-contrast': { enabled: false },
  'label-content-name-mismatch': { enabled: false },
};

/** Findings of axe that stop somebody. */
export async function seriousFindings(place: Element): Promise<string[]> {
  const { violations } = await axe.run(place, { rules: NEEDS_A_CANVAS });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
