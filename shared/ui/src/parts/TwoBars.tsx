/** The brand's two bars as a quiet drawing; `failed` breaks the lower one. */
export function TwoBars({ failed = false }: { readonly failed?: boolean }) {
  return (
    <svg
      className="sd-two-bars"
      width="128"
      height="88"
      viewBox="0 0 128 88"
      aria-hidden="true"
      focusable="false"
    >
      <rect x="4.5" y="4.5" width="115" height="33" rx="8" className="sd-bar" />
      <circle cx="23" cy="21" r="5" className={failed ? 'sd-bar-ok' : 'sd-bar-fill'} />
      <rect x="38" y="18" width="62" height="6" rx="3" className="sd-bar-fill" />
      <rect x="4.5" y="48.5" width="115" height="33" rx="8" className="sd-bar sd-bar-dashed" />
      <circle cx="23" cy="65" r="5" className={failed ? 'sd-bar-error' : 'sd-bar-fill'} />
      <rect x="38" y="62" width="38" height="6" rx="3" className="sd-bar-fill" />
      {failed && (
        <g className="sd-bar-cross">
          <circle cx="109" cy="70" r="16" />
          <path d="m102 63 14 14m0-14-14 14" />
        </g>
      )}
    </svg>
  );
}
