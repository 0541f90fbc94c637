/**
 * Stands in for parts of axios that no call reaches: a body is a form, bytes or JSON, a signal aborts, and a
 * status is a number. A call that needs one of them fails at once.
 */
// oxlint-disable-next-line import/no-default-export -- the files it stands in for have a default export
export default function absent() {
  throw new Error('this part of axios is not in the pages');
}
