/** Escape that closed a panel of the editor's does not close what is around it, too. */
export function keepOwnEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape' && event.defaultPrevented) event.stopPropagation();
}
