@echo off
rem Starts the companion by a double click. Keep it in one folder with the wheel, companion_18xx-*.whl.
rem The first start makes an environment and needs the internet.
setlocal
cd /d "%~dp0"
set "place=%LOCALAPPDATA%\companion-18xx-program"

set "wheel="
for %%w in (companion_18xx-*.whl) do set "wheel=%%w"
if not defined wheel (
    echo There is no companion_18xx-*.whl in %CD%. Put this file beside it.
    goto stop
)
set "installed="
if exist "%place%\wheel.txt" set /p installed=<"%place%\wheel.txt"
if "%installed%"=="%wheel%" goto start

set "python=python"
where py >nul 2>nul && set "python=py -3"
%python% -c "import sys; sys.exit(sys.version_info < (3, 11))" 2>nul
if errorlevel 1 (
    echo The companion needs Python 3.11 or newer. Get it: https://www.python.org/downloads
    goto stop
)
echo Installing the companion in %place%.
%python% -m venv --clear "%place%" || goto stop
"%place%\Scripts\python" -m pip install --quiet --disable-pip-version-check "%wheel%" || goto stop
>"%place%\wheel.txt" echo %wheel%

:start
"%place%\Scripts\companion" serve %*
if not errorlevel 1 exit /b 0

:stop
pause
exit /b 1
