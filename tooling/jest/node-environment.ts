import { TestEnvironment } from 'jest-environment-node';
import { compileOnce } from './compile-once';

compileOnce();

export default TestEnvironment;
