/**
 * Stands in for parts of axios that no call reaches: a body is a form, bytes or JSON, what aborts is a signal, and a
 * status is a number. Whoever needs one of them is told at once.
 */
// oxlint-disable-next-line import/no-default-export -- the files it stands in for have a default export
export default function absent() {
  throw new Error('this part of axios is not in the pages');
}
