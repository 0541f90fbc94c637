interface Props {
  /** Widths, %: one line each. */
  readonly lines: readonly number[];
  /** Of one line, px. */
  readonly height?: number;
}

/** A placeholder as high as the text to come. */
export function SkeletonLines({ lines, height = 22 }: Props) {
  return (
    <div className="sh-bones" aria-hidden="true">
      {lines.map((width, line) => (
        <div key={line} style={{ width: `${width}%`, height }} />
      ))}
    </div>
  );
}
