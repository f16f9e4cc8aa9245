/** Names of errors of Python, R, Julia and common libraries. */
const KNOWN = new Set(
  `ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError BufferError ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError EncodingWarning EnvironmentError Exception ExceptionGroup FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplementedError OSError OverflowError PermissionError ProcessLookupError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError SystemError SystemExit TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UserWarning ValueError Warning ZeroDivisionError
  AxisError BadZipFile CalledProcessError ColumnNotFoundError ComputeError ConvergenceWarning CRSError DataError DatabaseError DimensionMismatchedError EmptyDataError HTTPError IntCastingNaNError IntegrityError InterfaceError InvalidArgumentError InvalidIndexError InvalidOperationError JSONDecodeError LinAlgError MergeError NoDataError NotFittedError NotSupportedError OperationalError OutOfBoundsDatetime OutOfBoundsTimedelta OutOfMemoryError ParserError PerformanceWarning ProgrammingError SchemaError SettingWithCopyError ShapeError SSLError StatisticsError SubprocessError TokenError UndefinedVariableError URLError
  Error simpleError ArgumentError BoundsError DimensionMismatch DivideError DomainError ErrorException InexactError LoadError MethodError StackOverflowError UndefVarError`.split(
    /\s+/
  )
);

/**
 * The name of an error's class, if it is a known one: code and notebook files
 * can put any text there, and a person's data with it.
 *
 * @param otherwise what to say instead.
 */
export function errorClass(
  { name }: { name: string },
  otherwise = 'an error'
): string {
  const last = name.slice(name.lastIndexOf('.') + 1);
  return KNOWN.has(last) ? last : otherwise;
}
