"""Runs a Python program under PyTorch's own profiler and writes its trace.

    python3 profile_with_torch.py TRACE.json SCRIPT.py [ARGUMENTS…]
    python3 profile_with_torch.py TRACE.json -m MODULE [ARGUMENTS…]

The program sees its own arguments and its own __main__. Its exit status is kept; the trace is written whatever it is.
"""
import os
import runpy
import sys
import traceback


def main():
    trace, target, arguments = sys.argv[1], sys.argv[2], sys.argv[3:]
    try:
        from torch.profiler import ProfilerActivity, profile
        import torch
    except ImportError as error:
        print(f"profile_with_torch: PyTorch cannot be imported: {error}", file=sys.stderr)
        return 127
    activities = [ProfilerActivity.CPU]
    if torch.cuda.is_available():
        activities.append(ProfilerActivity.CUDA)
    status = 0
    with profile(activities=activities) as profiler:
        try:
            if target == "-m":
                sys.argv = arguments
                sys.path.insert(0, os.getcwd())
                runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)
            else:
                sys.argv = [target, *arguments]
                sys.path[0] = os.path.dirname(os.path.abspath(target))
                runpy.run_path(target, run_name="__main__")
        except SystemExit as leaving:
            if isinstance(leaving.code, int):
                status = leaving.code
            elif leaving.code is not None:
                print(leaving.code, file=sys.stderr)
                status = 1
        except KeyboardInterrupt:
            status = 130
        except Exception:  # what it did until then is evidence all the same
            traceback.print_exc()
            status = 1
        if torch.cuda.is_available():
            torch.cuda.synchronize()
    profiler.export_chrome_trace(trace)
    return status


if __name__ == "__main__":
    sys.exit(main())
