import { useMedia } from '@sitedeck/ui/core';
import { BREAKPOINT } from '@sitedeck/ui/tokens';
import { useState } from 'react';

const KEY = 'sitedeck.menu';

type Choice = 'collapsed' | 'expanded';

/** Storage may be forbidden: then the width decides each time. */
function stored(): Choice | undefined {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'collapsed' || value === 'expanded' ? value : undefined;
  } catch {
    return undefined;
  }
}

function remember(choice: Choice): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // The choice holds for this page.
  }
}

/** Expanded from 1200 px, collapsed below, unless the user chose otherwise; the choice is remembered. */
export function useCollapsed(): readonly [boolean, () => void] {
  const wide = useMedia(`(min-width: ${BREAKPOINT.wide}px)`);
  const [choice, setChoice] = useState(stored);
  const collapsed = choice ? choice === 'collapsed' : !wide;
  function toggle(): void {
    const next = collapsed ? 'expanded' : 'collapsed';
    setChoice(next);
    remember(next);
  }
  return [collapsed, toggle];
}
