/** Takes the left text's change over; the view listens to the mouse only, so keys are told as such. */
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

/** One of the two choices beside a change in a single text. */
export function changeControl(label: string, act: (event: MouseEvent) => void): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'sd-diff-choice';
  button.textContent = label;
  button.addEventListener('click', act);
  return button;
}
