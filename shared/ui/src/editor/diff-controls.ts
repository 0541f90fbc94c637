/** Applies a change of the left text; the view only handles mouse events, so a key press is dispatched as one. */
export function takeControl(label: string): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'sd-diff-take';
  button.setAttribute('aria-label', label);
  button.title = label;
  button.textContent = '→';
  button.addEventListener('click', (event) => {
    if (event.detail === 0) button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  });
  return button;
}

/** One of the two buttons beside a change in a single text. */
export function changeControl(label: string, act: (event: MouseEvent) => void): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'sd-diff-choice';
  button.textContent = label;
  button.addEventListener('click', act);
  return button;
}
