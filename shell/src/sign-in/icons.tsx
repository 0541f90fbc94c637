import type { ReactNode } from 'react';

/** Drawn for this page, 16 px on a grid of 24: the icon package would be most of the page's size. */
function Icon({ children }: { readonly children: ReactNode }) {
  return (
    <svg
      className="si-icon"
      width="16"
      height="16"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

export const EyeIcon = ({ crossed }: { readonly crossed: boolean }) => (
  <Icon>
    <path d="M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7-10-7-10-7Z" />
    <circle cx="12" cy="12" r="3" />
    {crossed && <path d="M4 4l16 16" />}
  </Icon>
);
export const ErrorIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="10" />
    <path d="m9 9 6 6m0-6-6 6" />
  </Icon>
);
export const InfoIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="10" />
    <path d="M12 7v6m0 3.500v.1" />
  </Icon>
);
export const CloseIcon = () => (
  <Icon>
    <path d="m5 5 14 14m0-14L5 19" />
  </Icon>
);
export const ShieldIcon = () => (
  <Icon>
    <path d="M12 2.5 4 5v7c0 5 3.5 8 8 9.5 4.5-1.5 8-4.5 8-9.500V5l-8-2.500Z" />
    <path d="m8.5 11.5 2.5 2.5 4.5-4.5" />
  </Icon>
);
export const HelpIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="10" />
    <path d="M9.2 9.200a2.9 2.9 0 1 1 4.3 2.500c-1 .6-1.5 1.2-1.5 2.300m0 3v.1" />
  </Icon>
);
export const CollapseIcon = () => (
  <Icon>
    <path d="m5 5 7 7-7 7m7-14 7 7-7 7" />
  </Icon>
);
export const KeyIcon = () => (
  <Icon>
    <circle cx="15" cy="9" r="5.5" />
    <path d="m11 13-8 8m2-2 2.5 2.5" />
  </Icon>
);
export const LockIcon = () => (
  <Icon>
    <rect x="4" y="10" width="16" height="11" rx="1.5" />
    <path d="M7.5 10V7a4.5 4.5 0 0 1 9 0v3M12 14.500v2.5" />
  </Icon>
);
export const UploadIcon = () => (
  <Icon>
    <path d="M7 18a5 5 0 0 1-.6-9.9 6 6 0 0 1 11.5 1.200A4.4 4.4 0 0 1 17.5 18M12 21v-9m-3.5 3.500L12 12l3.5 3.5" />
  </Icon>
);

const SUN = (
  <path d="M12 2v2m0 16v2M2 12h2m16 0h2M5 5l1.4 1.400m11.2 11.200L19 19M5 19l1.4-1.400M17.6 6.4 19 5" />
);

export function ThemeIcon({ theme }: { readonly theme: 'system' | 'light' | 'dark' }) {
  if (theme === 'dark') {
    return (
      <Icon>
        <path d="M20.5 14A8.5 8.5 0 0 1 10 3.5 8.5 8.5 0 1 0 20.5 14Z" />
      </Icon>
    );
  }
  if (theme === 'light') {
    return (
      <Icon>
        <circle cx="12" cy="12" r="4.5" />
        {SUN}
      </Icon>
    );
  }
  return (
    <Icon>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 3a9 9 0 0 1 0 18Z" fill="currentColor" />
    </Icon>
  );
}
