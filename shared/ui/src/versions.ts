/** Each remote bundles its own copy, whose state is about the changes that this remote makes. */
export { newestOf, oneAfterAnother, recordSuccessor } from './versions/site-versions';
