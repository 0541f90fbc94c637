/** Escape that closes a panel of the editor must not also close what is around the editor. */
export function keepOwnEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape' && event.defaultPrevented) event.stopPropagation();
}
