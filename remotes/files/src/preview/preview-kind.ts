export type PreviewKind = 'image' | 'audio' | 'video' | 'pdf' | 'markdown' | 'table';

/**
 * Extensions that can be previewed. The server serves only raster images, audio and video under their own
 * type. HTML and SVG may hold scripts, so they are shown as text.
 */
const BY_KIND: Readonly<Record<PreviewKind, string>> = {
  image: 'avif bmp gif ico jpeg jpg png webp',
  audio: 'aac flac m4a mp3 oga ogg wav',
  video: 'm4v mov mp4 ogv webm',
  pdf: 'pdf',
  markdown: 'md markdown',
  table: 'csv tsv',
};

const KINDS = new Map(
  (Object.keys(BY_KIND) as PreviewKind[]).flatMap((kind) =>
    BY_KIND[kind].split(' ').map((suffix) => [suffix, kind] as const),
  ),
);

export const previewKind = (name: string): PreviewKind | undefined =>
  KINDS.get(/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '');

/** Whether opening the file previews it. Markdown and tables are text, which opens in the editor. */
export const opensAsPreview = (name: string): boolean => {
  const kind = previewKind(name);
  return kind !== undefined && kind !== 'markdown' && kind !== 'table';
};
