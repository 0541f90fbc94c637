/** Two stacked bars of a rack: the lower one in the lighter shade. */
export function BrandMark() {
  return (
    <svg
      className="brand-mark"
      width="26"
      height="24"
      viewBox="0 0 26 24"
      aria-hidden="true"
      focusable="false"
    >
      <rect x="1" y="1" width="24" height="10" rx="3" className="brand-mark-top" />
      <circle cx="6" cy="6" r="1.5" fill="#fff" />
      <rect x="11" y="5" width="10" height="2" rx="1" fill="#fff" />
      <rect x="1" y="13" width="24" height="10" rx="3" className="brand-mark-low" />
      <circle cx="6" cy="18" r="1.5" fill="#fff" />
    </svg>
  );
}
