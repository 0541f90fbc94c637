import { TestEnvironment } from 'jest-environment-node';
import { compileOnce } from './compile-once';
import { QuietConsole, type TestEvent, type TestState } from './quiet-console';

compileOnce();

export default class QuietNodeEnvironment extends TestEnvironment {
  private readonly quiet: QuietConsole;

  constructor(...[config, context]: ConstructorParameters<typeof TestEnvironment>) {
    super(config, context);
    this.quiet = new QuietConsole(context.console);
    Object.assign(this.global, { expectConsole: this.quiet.expectConsole });
  }

  handleTestEvent(event: TestEvent, state: TestState): void {
    this.quiet.handle(event, state);
  }
}
