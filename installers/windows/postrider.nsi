; SPDX-License-Identifier: GPL-3.0-or-later
; The setup program for one user, without administrator rights; make.py runs makensis on it. Options: /S for a silent
; installation, and /D=FOLDER as the last one. Mail, settings and passwords are stored elsewhere and stay when the
; program is removed.
!include MUI2.nsh
!include LogicLib.nsh
!include FileFunc.nsh
!include "${LISTS}"

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Postrider"
!define RUN "Software\Microsoft\Windows\CurrentVersion\Run"

Name "Postrider"
OutFile "${OUTPUT}"
Unicode true
SetCompressor /SOLID lzma
RequestExecutionLevel user
ManifestDPIAware true
InstallDir "$LOCALAPPDATA\Programs\Postrider"
InstallDirRegKey HKCU "Software\Postrider" "InstallDir"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Postrider"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "Postrider setup"
VIAddVersionKey "LegalCopyright" "GPL-3.0-or-later"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\postrider-tray.exe"
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"
!insertmacro MUI_LANGUAGE "SimpChinese"

LangString atLogin ${LANG_ENGLISH} "Start when you log in"
LangString atLogin ${LANG_GERMAN} "Bei der Anmeldung starten"
LangString atLogin ${LANG_SIMPCHINESE} "登录时启动"
LangString forLinks ${LANG_ENGLISH} "Offer it for e-mail links"
LangString forLinks ${LANG_GERMAN} "Für E-Mail-Links anbieten"
LangString forLinks ${LANG_SIMPCHINESE} "用于电子邮件链接"
LangString stillRuns ${LANG_ENGLISH} "Postrider is still running. Please quit it, then try again."
LangString stillRuns ${LANG_GERMAN} "Postrider läuft noch. Bitte beenden Sie es und versuchen Sie es noch einmal."
LangString stillRuns ${LANG_SIMPCHINESE} "Postrider 仍在运行。请先退出，然后重试。"

; Asks the tray to quit, which ends its service, and waits until both programs can be replaced.
!macro DefineQuit prefix
Function ${prefix}isInUse ; pushes 1 where one of the programs runs, else 0
  Push $0
  Push $1
  StrCpy $0 0
  ${If} ${FileExists} "$INSTDIR\postriderd.exe"
    ClearErrors
    FileOpen $1 "$INSTDIR\postriderd.exe" a
    ${If} ${Errors}
      StrCpy $0 1
    ${Else}
      FileClose $1
    ${EndIf}
  ${EndIf}
  ${If} ${FileExists} "$INSTDIR\postrider-tray.exe"
    ClearErrors
    FileOpen $1 "$INSTDIR\postrider-tray.exe" a
    ${If} ${Errors}
      StrCpy $0 1
    ${Else}
      FileClose $1
    ${EndIf}
  ${EndIf}
  Pop $1
  Exch $0
FunctionEnd

Function ${prefix}quitAll
  ${Unless} ${FileExists} "$INSTDIR\postrider-tray.exe"
    Return
  ${EndUnless}
  ${Do}
    ExecWait '"$INSTDIR\postrider-tray.exe" --quit'
    ${For} $2 1 20 ; half seconds; the service may take 5 s to end
      Call ${prefix}isInUse
      Pop $0
      ${If} $0 = 0
        Return
      ${EndIf}
      Sleep 500
    ${Next}
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(stillRuns)" /SD IDCANCEL IDRETRY again
    SetErrorLevel 3
    Abort
    again:
  ${Loop}
FunctionEnd
!macroend
!insertmacro DefineQuit ""
!insertmacro DefineQuit "un."

Section "Postrider" SectionPrograms
  SectionIn RO
  Call quitAll
  ; Removes all files of the former version, because this one may not have all of them. The user's choices stay.
  ${If} ${FileExists} "$INSTDIR\uninstall.exe"
    ExecWait '"$INSTDIR\uninstall.exe" /S /upgrade _?=$INSTDIR'
  ${EndIf}
  !insertmacro InstallFiles
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Postrider.lnk" "$INSTDIR\postrider-tray.exe"
  WriteRegStr HKCU "Software\Postrider" "InstallDir" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Postrider"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\postrider-tray.exe"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "Postrider developers"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" $0
SectionEnd

; The same value that the settings of the tray write (tray/desktop/autostart.cpp).
Section "$(atLogin)" SectionAtLogin
  WriteRegStr HKCU "${RUN}" "Postrider" '"$INSTDIR\postrider-tray.exe" --autostart'
SectionEnd

Section "$(forLinks)" SectionForLinks
  WriteRegStr HKCU "Software\Classes\Postrider.mailto" "" "URL:mailto"
  WriteRegStr HKCU "Software\Classes\Postrider.mailto" "URL Protocol" ""
  WriteRegStr HKCU "Software\Classes\Postrider.mailto\shell\open\command" "" '"$INSTDIR\postrider-tray.exe" "%1"'
  WriteRegStr HKCU "Software\Postrider\Capabilities" "ApplicationName" "Postrider"
  WriteRegStr HKCU "Software\Postrider\Capabilities" "ApplicationDescription" "Postrider"
  WriteRegStr HKCU "Software\Postrider\Capabilities\URLAssociations" "mailto" "Postrider.mailto"
  WriteRegStr HKCU "Software\RegisteredApplications" "Postrider" "Software\Postrider\Capabilities"
SectionEnd

; An upgrade keeps the former choices: a silent one shows no page on which the user could choose.
Function .onInit
  ReadRegStr $0 HKCU "Software\Postrider" "InstallDir"
  ${If} $0 != ""
    ReadRegStr $0 HKCU "${RUN}" "Postrider"
    ${If} $0 == ""
      SectionSetFlags ${SectionAtLogin} 0
    ${EndIf}
    ReadRegStr $0 HKCU "Software\RegisteredApplications" "Postrider"
    ${If} $0 == ""
      SectionSetFlags ${SectionForLinks} 0
    ${EndIf}
  ${EndIf}
FunctionEnd

Section "Uninstall"
  Call un.quitAll
  !insertmacro RemoveFiles
  Delete "$INSTDIR\uninstall.exe"
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/upgrade" $1
  ${If} ${Errors} ; not for an upgrade
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\Postrider.lnk"
    DeleteRegValue HKCU "${RUN}" "Postrider"
    DeleteRegValue HKCU "Software\RegisteredApplications" "Postrider"
    DeleteRegKey HKCU "Software\Classes\Postrider.mailto"
    DeleteRegKey HKCU "Software\Postrider"
    DeleteRegKey HKCU "${UNINSTALL}"
  ${EndIf}
SectionEnd
