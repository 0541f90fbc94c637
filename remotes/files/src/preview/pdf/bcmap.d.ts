declare module '*.bcmap' {
  /** The file as it is, taken into the bundle. */
  const bytes: Uint8Array;
  export default bytes;
}
