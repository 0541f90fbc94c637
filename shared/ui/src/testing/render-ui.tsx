import type { Locale } from '@sitedeck/contract';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { UiProvider } from '../provider/UiProvider';
import { whilePageRuns } from './while-page-runs';

/** Renders a component in the kit's provider, with a simulated user. */
export function renderUi(part: ReactNode, locale: Locale = 'zh-CN') {
  const user = userEvent.setup();
  const shown = render(
    <UiProvider locale={locale} theme="light">
      {part}
    </UiProvider>,
  );
  return { user, ...shown };
}

/**
 * jsdom computes no layout and no colours: tests in a real browser check these rules, and the palette has its
 * own test.
 */
const NEEDS_A_CANVAS = {
  'color-contrast': { enabled: false },
  'label-content-name-mismatch': { enabled: false },
};

/** Findings of axe that prevent users from working. */
export async function seriousFindings(place: Element): Promise<string[]> {
  const { violations } = await whilePageRuns(() => axe.run(place, { rules: NEEDS_A_CANVAS }));
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
